# For tools that build engines with `make EXE=path`; everybody else uses cargo.
EXE ?= quadriga

.PHONY: all
all:
	cargo build --release --locked
	cp target/release/quadriga $(EXE)
