# The only commands a newcomer must know. What they do is in bin/, and each
# script prints what it runs.

export SQLX_OFFLINE := true

.DEFAULT_GOAL := help
.PHONY: help setup run check test fuzz-api matrix storm bench bench-search bench-evidence bench-audit soak prepare types

help: ## prints this
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-14s  %s\n", $$1, $$2 }' Makefile

setup: ## installs what is missing, and says what
	@bin/setup

run: ## builds everything and serves the demo LMS on http://127.0.0.1:8080
	@bin/run

check: ## format and lints: a minute when warm
	@bin/check

test: ## everything that CI checks, browser tests too
	@bin/test

fuzz-api: ## tries every route with what its document allows and what it does not (FUZZ="--examples 200 --seed 3")
	@bin/fuzz-api $(FUZZ)

matrix: ## every fault at every point of a turn, at the real program: three minutes, and prints what became of it
	FAULTS=all cargo test --locked --workspace --test faults -- --nocapture whatever_happens

storm: ## two servers that come and go under fifty students for two minutes (STORM_SECONDS, STORM_SEED), and the counts
	STORM_SECONDS=$${STORM_SECONDS:-120} cargo test --locked --workspace --test faults -- --nocapture two_servers

bench: ## what a stream costs, beside a server on the AI SDK: ten quiet minutes (BENCH="--quick": three)
	@bin/bench $(BENCH)

bench-search: ## how well and how fast the search finds; EMBEDDINGS_BASE_URL and _MODEL: with vectors, too
	cargo run --locked --release -p chatbot-search --example bench_search

bench-evidence: ## how well the check of citations tells supported sentences, and how fast (WICE_DIR: the claims)
	cargo run --locked --release -p chatbot-evidence --example bench_evidence

bench-audit: ## how fast the admins' routes are on a million citations (TURNS: fewer; PLANS=1: with plans)
	@bin/with-database cargo run --locked -p chatbot-tests --example bench_audit

soak: ## ten thousand turns of all kinds, after which nothing may be left (SOAK="--turns 2000 --seed 3")
	@bin/soak $(SOAK)

prepare: ## renews .sqlx after a change of SQL (needs no database of yours)
	@bin/prepare

types: ## renews the TypeScript types of what crosses the wire
	@bin/types
