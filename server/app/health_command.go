package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
)

const aboutHealth = `Asks the server that runs on the data folder whether it can answer requests, and prints what a person should look at, a line each.
It ends with 1 where the server could not answer, or where none runs: what a container's health check asks.`

func health(ctx context.Context, out io.Writer, args []string) error {
	var cfg Config
	f := flags(out, "health", aboutHealth)
	places(f, &cfg)
	if err := parse(f, args); err != nil {
		return err
	}
	at, there := findDoor(cfg.Data)
	if !there {
		return fmt.Errorf("no server answers on this data folder (%s)", filepath.Join(cfg.Data, doorFile))
	}
	text, err := at.ask(ctx, action{Name: "health"}, nil, "")
	if err != nil {
		return err
	}
	_, err = fmt.Fprint(out, text)
	return err
}

func doHealth(ctx context.Context, a *App, _ map[string]string, _ io.Reader) (result, error) {
	said, err := a.judge(ctx)
	if err != nil {
		return result{}, errors.Join(errors.New("not ready"), err)
	}
	text := "ready\n"
	for _, warning := range said {
		text += warning + "\n"
	}
	return result{Text: text}, nil
}
