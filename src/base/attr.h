/* All compiler extensions that this project uses. */
#ifndef BASE_ATTR_H
#define BASE_ATTR_H

#if defined __GNUC__
#define MUST_CHECK __attribute__((warn_unused_result))
#define PRINTF_LIKE(text, first) __attribute__((format(printf, text, first)))
#define NO_RETURN __attribute__((noreturn))           /* part of the type, unlike _Noreturn */
#define NOT_INLINE __attribute__((noinline))          /* keeps the quick path of a caller short */
#define PREFETCH(address) __builtin_prefetch(address) /* any address: nothing is read */
#else
#define NO_RETURN _Noreturn
#define PREFETCH(address) ((void)(address))
#define NOT_INLINE
#define MUST_CHECK
#define PRINTF_LIKE(text, first)
#endif

#endif
