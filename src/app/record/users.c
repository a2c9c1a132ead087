/* sudo flame record --as www-data ./server: finds the user that a command is started as. */
#include "app/record/users.h"

#include "base/process/without_root.h"

bool record_users_find(struct record_request *r, struct record_users *users, struct fault *f)
{
    struct user *command = &users->command;
    bool other = false;

    r->reader = without_root_user(&users->reader) ? &users->reader : NULL;
    r->setting.as = NULL;
    if (r->as) {
        if (!user_find(command, r->as, f))
            return false;
        other = command->id != 0;
    } else if (!r->as_root) {
        other = user_of_sudo(command);
    }
    if (other)
        r->setting.as = command;
    return true;
}
