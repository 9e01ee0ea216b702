module lading/e2e/bench/peers/servers/ref

go 1.25

require (
	github.com/coder/websocket v1.8.15
	github.com/mattn/go-sqlite3 v1.14.52
)
