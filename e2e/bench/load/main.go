// Load makes the benchmarks' organisations and is the other end of their wires: tablets by the hundred, on one machine, against the
// running program. Each command prints one JSON object and stops by itself. It talks to the loopback alone.
//
//	load seed    --data DIR [--shipments N] [--orders N] [--mails N] [--loads N --pallets N] [--warehouses 1|3] [--users N]
//	load idle    --url URL[,URL] [--pulls N]
//	load poke    --url URL [--devices 200] [--writes 30]
//	load first   --url URL [--devices 200] [--pid N]
//	load push    --url URL [--devices 1000] [--rate 50] [--pid N]
//	load fanout  --peer NAME --url URL
//	load writers --peer NAME --url URL
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
)

type options struct {
	data, url, peer, mode             string
	shipments, orders, loads, pallets int
	warehouses, users, devices        int
	writes, pulls, rate, hands, count int
	pid, mails                        int
	seconds                           time.Duration
}

var commands = map[string]func(ctx context.Context, o options) (any, error){
	"seed": seed, "idle": idle, "poke": pokes, "first": firstLoads, "push": pushes, "fanout": fanout, "writers": writers, "fsync": fsync,
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "load:", err)
		os.Exit(1)
	}
}

func run() error {
	if len(os.Args) < 2 || commands[os.Args[1]] == nil {
		return fmt.Errorf("no such command; see the head of main.go")
	}
	var o options
	f := flag.NewFlagSet(os.Args[1], flag.ExitOnError)
	f.StringVar(&o.data, "data", "", "folder of the organisation")
	f.StringVar(&o.url, "url", "", "where the program listens; several by comma")
	f.StringVar(&o.peer, "peer", "lading", "whose wire is spoken")
	f.StringVar(&o.mode, "mode", "", "how a peer's server writes")
	f.IntVar(&o.shipments, "shipments", 0, "shipments that devices hold")
	f.IntVar(&o.orders, "orders", 0, "orders that are open")
	f.IntVar(&o.mails, "mails", 0, "mails about shipments")
	f.IntVar(&o.loads, "loads", 0, "loads on the dock")
	f.IntVar(&o.pallets, "pallets", 0, "pallets of a load")
	f.IntVar(&o.warehouses, "warehouses", 1, "warehouses that shipments are spread over")
	f.IntVar(&o.users, "users", 40, "dock workers")
	f.IntVar(&o.devices, "devices", 200, "connected devices")
	f.IntVar(&o.writes, "writes", 30, "changes to be told")
	f.IntVar(&o.pulls, "pulls", 2000, "pulls with nothing new")
	f.IntVar(&o.rate, "rate", 50, "pushes in a second, all devices together")
	f.IntVar(&o.hands, "hands", 64, "writers at once")
	f.IntVar(&o.count, "count", 600, "pushes as fast as they go")
	f.IntVar(&o.pid, "pid", 0, "process of the server, for its CPU time (Linux)")
	f.DurationVar(&o.seconds, "for", 6*time.Second, "how long writers write")
	if err := f.Parse(os.Args[2:]); err != nil {
		return err
	}
	for _, u := range strings.Split(o.url, ",") {
		if u != "" && !strings.HasPrefix(u, "http://127.0.0.1:") {
			return fmt.Errorf("%s is not on this machine", u)
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), 15*time.Minute)
	defer cancel()
	out, err := commands[os.Args[1]](ctx, o)
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(out)
}

// quantile of measured times; the list is sorted in place.
func quantile(ms []float64, q float64) float64 {
	if len(ms) == 0 {
		return -1
	}
	slices.Sort(ms)
	return ms[min(len(ms)-1, int(q*float64(len(ms))))]
}

// cpuSeconds is what a process has used of the machine's cores; 0 where that cannot be told. On a machine with other work it says more than the clock.
func cpuSeconds(pid int) float64 {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(b[strings.LastIndexByte(string(b), ')')+1:]))
	var ticks float64
	for _, f := range fields[11:13] { // in user mode, in the kernel
		n, err := strconv.ParseFloat(f, 64)
		if err != nil {
			return 0
		}
		ticks += n
	}
	return ticks / 100 // USER_HZ, the same on every Linux that Go runs on
}

// peakMB is the most memory that a process has had; 0 where that cannot be told.
func peakMB(pid int) float64 {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(b)) {
		var kb float64
		if n, _ := fmt.Sscanf(line, "VmHWM: %f kB", &kb); n == 1 {
			return kb / 1024
		}
	}
	return 0
}

func since(t time.Time) float64 { return float64(time.Since(t).Microseconds()) / 1000 }
