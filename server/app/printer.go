package app

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"lading/server/document/agent"
)

// printer runs the print computer's program: no server, no database, only printers.
func printer(ctx context.Context, out io.Writer, args []string) error {
	cfg := agent.Config{Build: Version()}
	f := flags(out, "printer", "Prints what the server and the tablets of this network ask for. Run it on the dock's computer, beside its printers.\nThe first time it asks for the code that Settings, Printing shows; type it, scan its QR code, or give it with --pair.")
	f.StringVar(&cfg.Dir, "dir", env("LADING_PRINTER_DIR", "./printer"), "its own folder: pairing, memory of prints, prints under way (LADING_PRINTER_DIR)")
	f.StringVar(&cfg.Listen, "listen", env("LADING_PRINTER_LISTEN", ":8632"), "where tablets without a network print (LADING_PRINTER_LISTEN)")
	f.StringVar(&cfg.Folders, "folders", env("LADING_PRINTER_FOLDERS", "./printed"), "where printers that are folders stand (LADING_PRINTER_FOLDERS)")
	f.StringVar(&cfg.Scale, "scale", env("LADING_PRINTER_SCALE", ""), "a scale: tcp://host:port or serial:///dev/ttyUSB0?baud=9600 (LADING_PRINTER_SCALE)")
	server := f.String("server", env("LADING_PRINTER_SERVER", ""), "the address that Lading is opened under, where the code does not say it (LADING_PRINTER_SERVER)")
	code := f.String("pair", env("LADING_PRINTER_PAIR", ""), "the pairing code; it is good once, and not looked at afterwards (LADING_PRINTER_PAIR)")
	origins := f.String("origins", env("LADING_PRINTER_ORIGINS", ""), "further origins whose pages may print here, by comma (LADING_PRINTER_ORIGINS)")
	address := f.String("address", env("LADING_PRINTER_ADDRESS", ""), "how tablets reach this computer, by comma, where its network cards do not tell: http://192.168.1.20:8632 (LADING_PRINTER_ADDRESS)")
	if err := parse(f, args); err != nil {
		return err
	}
	cfg.Origins, cfg.Address = commas(*origins), commas(*address)
	slog.SetDefault(slog.New(slog.NewJSONHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelInfo})))
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGTERM, os.Interrupt)
	defer stop()
	a, err := agent.Open(cfg)
	if err != nil {
		return err
	}
	if !a.Paired() {
		if *code == "" {
			_, _ = fmt.Fprint(out, "Pairing code from Settings, Printing: ")
			if *code, err = bufio.NewReader(os.Stdin).ReadString('\n'); err != nil {
				return fmt.Errorf("this print computer is not paired, and no code came: %w", err)
			}
		}
		if err := a.Pair(ctx, *server, *code); err != nil {
			return fmt.Errorf("pair: %w", err)
		}
		_, _ = fmt.Fprintln(out, "Paired.")
	}
	return a.Run(ctx)
}

func commas(s string) (out []string) {
	for _, one := range strings.Split(s, ",") {
		if one = strings.TrimSpace(one); one != "" {
			out = append(out, one)
		}
	}
	return out
}
