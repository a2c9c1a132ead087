"""A user without rights, as whom root may run the program."""
import os
import shutil

NOBODY = 65534
WHO = {"user": NOBODY, "group": NOBODY, "extra_groups": []}


def folder_of(s):
    """Makes a folder of this user, and puts the program into it; gives both."""
    folder = s.path("user")
    os.mkdir(folder)
    os.chown(folder, NOBODY, NOBODY)
    os.chmod(s.folder, 0o755)
    return folder, shutil.copy(s.flame, os.path.join(folder, "flame"))
