package app

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// areas of the product; each is a package of server/.
var areas = strings.Fields("access org order shipment rating quote carrier parcel packing routing dock warehouse vendor tracking document claim audit analytics rule notify integration")

func TestImports_PointOneWay(t *testing.T) {
	isArea := map[string]bool{}
	for _, a := range areas {
		isArea[a] = true
	}
	saw := 0
	for _, root := range []string{"../../server", "../../sync"} {
		err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
			if err != nil {
				return err
			}
			saw++
			rel, _ := filepath.Rel("../..", path)
			parts := strings.Split(filepath.ToSlash(rel), "/")
			from := parts[1]
			for _, imp := range file.Imports {
				name := strings.Trim(imp.Path.Value, `"`)
				to, inside := strings.CutPrefix(name, "lading/")
				if strings.HasPrefix(name, "github.com/gofiber") && from != "http" && from != "app" {
					t.Errorf("%s imports %s: only http knows Fiber", rel, name)
				}
				if !inside {
					continue
				}
				target := strings.Split(to, "/")
				bad := ""
				switch {
				case target[0] == "server" && isArea[target[1]] && from != target[1] && from != "app" && from != "testkit" && from != "main.go":
					bad = "an area is imported by app alone"
				case parts[0] == "server" && from == "kit" && target[0] == "server" && target[1] != "kit":
					bad = "kit imports nothing above it"
				case from == "store" && target[0] == "server" && target[1] != "store" && target[1] != "kit":
					bad = "store imports kit alone"
				case from == "op" && target[0] == "server" && target[1] != "op" && target[1] != "store" && target[1] != "kit":
					bad = "op imports store and kit"
				case from == "publiclink" && target[0] == "server" && target[1] != "publiclink" && target[1] != "op" && target[1] != "store" && target[1] != "kit":
					bad = "publiclink imports op, store and kit"
				case from == "resource" && target[0] == "server" && target[1] != "resource" && target[1] != "op" && target[1] != "store" && target[1] != "kit":
					bad = "resource imports op, store and kit"
				case from == "rowfile" && target[0] == "server" && target[1] != "rowfile" && target[1] != "op" && target[1] != "store" && target[1] != "kit":
					bad = "rowfile imports op, store and kit"
				case from == "report" && target[0] == "server" && target[1] != "report" && target[1] != "op" && target[1] != "store" && target[1] != "kit":
					bad = "report imports op, store and kit"
				case isArea[from] && target[0] == "server" && (target[1] == "http" || target[1] == "app"):
					bad = "an area imports no floor above it"
				}
				if bad != "" {
					t.Errorf("%s imports %s: %s", rel, name, bad)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if saw < 20 {
		t.Fatalf("saw only %d files", saw)
	}
}

// A person's write goes through the registry, which logs it: nobody else gives a command an actor of his own.
func TestWrites_ArePersonsThroughTheRegistryOnly(t *testing.T) {
	own := regexp.MustCompile(`store\.Command\{(Name: [^,]+, )?By: [^s]`)
	saw := 0
	for _, root := range []string{"../../server", "../../sync"} {
		err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			rel, _ := filepath.Rel("../..", path)
			if own.Match(text) {
				saw++
				if rel != filepath.Join("server", "op", "registry.go") && rel != filepath.Join("sync", "push", "push.go") {
					t.Errorf("%s writes for a person past the log: use op.Write", rel)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if saw != 2 {
		t.Fatalf("saw %d places", saw)
	}
}

// A package that knows a type compiles anew whatever generic types its methods give. All tests know all areas: three quarters of what it took to compile
// them was that.
func TestImports_NoMethodOfAnAreaGivesWhatIsGeneric(t *testing.T) {
	method := regexp.MustCompile(`(?m)^func \(\w+ \*?\w+\) \w+\(.*\) \*?(?:resource\.(?:Table|Section)|publiclink\.Page)\[`)
	function := regexp.MustCompile(`(?m)^func \w+\(.*\) \*?(?:resource\.(?:Table|Section)|publiclink\.Page)\[`)
	saw := 0
	for _, area := range areas {
		files, err := filepath.Glob(filepath.Join("..", area, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range files {
			src, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			saw += len(function.FindAll(src, -1))
			for _, found := range method.FindAll(src, -1) {
				t.Errorf("%s: %s…: make it a function of the area", path, found)
			}
		}
	}
	if saw < 30 {
		t.Errorf("only %d functions were seen", saw)
	}
}
