/* render/common/name_group: the part of a program that a name belongs to. */
#include "render/common/name_group.h"

#include "unit.h"

struct row {
    const char *name, *group;
};

static const struct row rows[] = {
    {"java/util/HashMap.get", "java/util"},
    {"Ljava/util/HashMap;::get", "java/util"},
    {"io/netty/channel/AbstractChannel:.read", "io/netty"},
    {"java.util.HashMap.get", "java.util"},
    {"Work$$Lambda$1.run", "Work"},
    {"Work$$Lambda$1.0x00007f267c000a08.run", "Work"},
    {"<frozen importlib._bootstrap>:exec_module:838", "importlib._bootstrap"},
    {"exec_module (<frozen importlib._bootstrap>:838)", "importlib._bootstrap"},
    {"<frozen ", ""},
    {"net/http.(*conn).serve", "net/http"},
    {"runtime.mallocgc", "runtime"},
    {"github.com/acme/shop.Sell", "github.com/acme/shop"},
    {"github.com/acme/shop/cart.Add", "github.com/acme/shop"},
    {"System.Collections.Generic.List.Add", "System.Collections"},
    {"void std::vector<int>::push_back(int const&)", "std"},
    {"<core::iter::Map as x>::next", "core"},
    {"<i32 as core::fmt::Display>::fmt", "core"},
    {"<i32 as ", ""},
    {"tokio::runtime::run", "tokio"},
    {"libc.so.1`read", "libc.so.1"},
    {"ntdll!RtlUserThreadStart", "ntdll"},
    {"operator!=", ""},
    {"JS:~route /app/node_modules/express/lib/router.js:12", "express"},
    {"JS:*run /app/node_modules/@acme/till/a.js:1", "@acme/till"},
    {"run (/usr/lib/python3/dist-packages/numpy/core.py:3)", "numpy"},
    {"JS:~sell /srv/shop/sell.js:3", "shop"},
    {"file:///srv/shop/sell.js", "shop"},
    {"emit node:internal/events:513", "node"},
    {"/sell.js", ""},
    {"tcp_sendmsg", ""},
    {"main", ""},
    {"", ""},
    {"/", ""},
    {"//", ""},
    {"node_modules/", "node_modules"},
};

static void a_name_says_its_package_namespace_or_folder(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct str group = name_group_of(str_of(rows[i].name));
        if (!str_equal(group, str_of(rows[i].group)))
            fail_msg("%s is of \"%.*s\", wanted \"%s\"", rows[i].name, (int)group.n,
                     group.n ? group.p : "", rows[i].group);
    }
}

static const struct row files[] = {
    {"/app/node_modules/express/lib/router.js", "express"},
    {"/usr/lib/python3/dist-packages/numpy/core.py", "numpy"},
    {"../src/parse.c", "src"},
    {"./string/strdup.c", "string"},
    {"/srv/shop/sell.js", "shop"},
    {"file:///srv/shop/sell.js", "shop"},
    {"C:\\shop\\Cart.cs", "shop"},
    {"C:\\Cart.cs", "Cart"},
    {"../parse.c", "parse"},
    {"parse.c", "parse"},
    {".bashrc", ".bashrc"},
    {"node:internal/timers", "node"},
    {"http://shop/sell.js", "shop"},
    {"//", ""},
    {"/", ""},
    {"", ""},
};

static void a_file_says_its_package_or_folder(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        struct str group = file_group_of(str_of(files[i].name));
        if (!str_equal(group, str_of(files[i].group)))
            fail_msg("%s is of \"%.*s\", wanted \"%s\"", files[i].name, (int)group.n,
                     group.n ? group.p : "", files[i].group);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_says_its_package_or_folder),
        cmocka_unit_test(a_name_says_its_package_namespace_or_folder),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
