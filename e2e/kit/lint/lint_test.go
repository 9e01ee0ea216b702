package main

import (
	"bufio"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestMain(m *testing.M) {
	if os.Getenv("LADING_LINT") != "" { // as a process of its own, since it ends itself
		main()
		return
	}
	os.Exit(m.Run())
}

// What vet and staticcheck find by themselves is found: a mistake that is told by what a library's function is like among it.
func TestLint_FindsOneMistakeOfEachKind(t *testing.T) {
	src, err := os.ReadFile("testdata/wrong/wrong.go")
	if err != nil {
		t.Fatal(err)
	}
	var want, got []string
	for line := range strings.SplitSeq(string(src), "\n") {
		if _, check, ok := strings.Cut(line, "// finds "); ok {
			want = append(want, check)
		}
	}
	cmd := exec.CommandContext(t.Context(), os.Args[0], "./testdata/wrong")
	cmd.Env = append(os.Environ(), "LADING_LINT=1")
	out, _ := cmd.Output() // it ends with 1
	// What it has found once, in a copy of this folder as well, it remembers with the place where it was then.
	named := regexp.MustCompile(`^\S*testdata/wrong/wrong\.go:\d+:\d+: .* \((\w+)\)$`)
	for s := bufio.NewScanner(strings.NewReader(string(out))); s.Scan(); {
		m := named.FindStringSubmatch(s.Text())
		if m == nil {
			t.Fatalf("it says %s", s.Text())
		}
		got = append(got, m[1])
	}
	if slices.Sort(want); len(want) < 9 {
		t.Fatalf("only %v are asked for", want)
	}
	if slices.Sort(got); !slices.Equal(got, want) {
		t.Errorf("found %v, want %v", got, want)
	}
}

func TestLint_FindsWhatIsWrongOnAnotherSystemAlone(t *testing.T) {
	cmd := exec.CommandContext(t.Context(), os.Args[0], "others", "./testdata/other")
	cmd.Env = append(os.Environ(), "LADING_LINT=1")
	out, err := cmd.CombinedOutput()
	if err == nil {
		t.Error("it ends well")
	}
	for _, want := range []string{
		`windows/amd64: .*other_windows\.go:3:18: cannot use "none"`, `darwin/arm64: .*other_darwin\.go:5:\d+: .*Printf format %d .*\(printf\)`, `darwin/amd64: mistakes: 1`,
	} {
		if !regexp.MustCompile(want).Match(out) {
			t.Errorf("no %s in\n%s", want, out)
		}
	}
	if strings.Contains(string(out), "linux") {
		t.Errorf("of Linux it says\n%s", out)
	}
}
