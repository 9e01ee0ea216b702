package app

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// doors are what leads out of the program, and where it may stand: an address that a user names is reached through kit/outward alone, which knows the networks that are
// ours, and a file for a spreadsheet is written by kit/sheet alone, which takes the formulas out.
var doors = map[string][]string{
	"http.Client{":       {"server/kit/outward/outward.go", "server/kit/bucket/bucket.go", "server/app/action.go", "server/document/agent/ipp.go", "server/document/agent/agent.go"}, // the operator's replica and commands, the print computer's server and printers
	"http.DefaultClient": {"server/app/unshared.go"},                                                                                                                                 // the operator's command
	"http.Get(":          nil, "http.Post(": nil, "http.Head(": nil,
	"net.Dial":       {"server/kit/outward/outward.go", "server/document/agent/device.go", "server/document/agent/scale.go"},
	"csv.NewWriter(": {"server/kit/sheet/write.go"},
}

func TestDoors_AreWhereTheyAreWatched(t *testing.T) {
	found := map[string]bool{}
	for _, root := range []string{"../../server", "../../sync"} {
		if err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.Contains(path, "testkit") {
				return err
			}
			source, err := os.ReadFile(path)
			name := strings.TrimPrefix(filepath.ToSlash(path), "../../")
			for door, places := range doors {
				if strings.Contains(string(source), door) {
					found[door+" "+name] = true
					if !slices.Contains(places, name) {
						t.Errorf("%s has a door of its own: %s", name, door)
					}
				}
			}
			return err
		}); err != nil {
			t.Fatal(err)
		}
	}
	for door, places := range doors {
		for _, name := range places {
			if !found[door+" "+name] {
				t.Errorf("%s no longer has %s", name, door)
			}
		}
	}
}
