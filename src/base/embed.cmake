# Bytes as C source, for what is built into the program.

# c_bytes(BYTES HEX) turns hexadecimal digits into the inside of an array of char. Character
# constants, because a long string literal and a char of 0xe2 both draw a warning.
function(c_bytes bytes hex)
    set(byte "('[^,]*',)?")
    string(REGEX REPLACE "(..)" "'\\\\x\\1'," text "${hex}")
    string(REGEX REPLACE "('[^,]*',${byte}${byte}${byte}${byte}${byte}${byte}${byte})"
           "    \\1\n" text "${text}")
    set(${bytes} "${text}    '\\0'" PARENT_SCOPE)
endfunction()
