// Package message is the one catalogue that serves screens, mail and paper: a text per code and language, in ICU form with named parameters.
package message

import (
	"embed"
	"fmt"
	"io/fs"
	"maps"
	"strconv"
	"strings"

	"github.com/goccy/go-json"
	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

// Languages of the product, the first being the fallback.
var Languages = []string{"en", "es", "fr"}

//go:embed *.json
var files embed.FS

var catalogue = load()

// load merges <area>.<lang>.json and <lang>.json files into one table a language.
func load() map[string]map[string]string {
	out := map[string]map[string]string{}
	entries, err := fs.ReadDir(files, ".")
	if err != nil {
		panic(err)
	}
	for _, l := range Languages {
		out[l] = map[string]string{}
	}
	for _, e := range entries {
		parts := strings.Split(e.Name(), ".")
		lang := parts[len(parts)-2]
		b, err := files.ReadFile(e.Name())
		if err != nil {
			panic(err)
		}
		var m map[string]string
		if err := json.Unmarshal(b, &m); err != nil {
			panic(e.Name() + ": " + err.Error())
		}
		for code, text := range m {
			out[lang][code] = text
		}
	}
	return out
}

// All is a language's whole table.
func All(lang string) map[string]string { return catalogue[lang] }

// mailOnly begins the code of what stands in mails alone.
const mailOnly = "letter-"

// Screens is a language's table without what stands in mails alone; the web's catalogue is made from it, and a driver's phone fetches all of it.
func Screens(lang string) map[string]string {
	out := maps.Clone(catalogue[lang])
	maps.DeleteFunc(out, func(code, _ string) bool { return strings.HasPrefix(code, mailOnly) })
	return out
}

var matcher = language.NewMatcher([]language.Tag{language.English, language.Spanish, language.French})

// Best picks the language of a reader from an Accept-Language header.
func Best(accept string) string {
	_, i := language.MatchStrings(matcher, accept)
	return Languages[i]
}

// Text says a code in a language. An unknown code gives the general failure, never a bare code.
func Text(lang, code string, params map[string]any) string {
	text, ok := catalogue[lang][code]
	if !ok {
		lang = "en"
		if text, ok = catalogue[lang][code]; !ok {
			text = catalogue[lang]["something-went-wrong"]
		}
	}
	return format(language.Make(lang), text, params)
}

// format fills an ICU text of a language: {name}, {name, select, …}, and {name, plural, one {…} other {…}} with # for the number.
func format(lang language.Tag, text string, params map[string]any) string {
	var b strings.Builder
	for len(text) > 0 {
		open := strings.IndexByte(text, '{')
		if open < 0 {
			b.WriteString(text)
			break
		}
		b.WriteString(text[:open])
		end := closing(text, open)
		if end < 0 {
			b.WriteString(text[open:])
			break
		}
		b.WriteString(argument(lang, text[open+1:end], params))
		text = text[end+1:]
	}
	return b.String()
}

func closing(s string, open int) int {
	depth := 0
	for i := open; i < len(s); i++ {
		switch s[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

func argument(lang language.Tag, arg string, params map[string]any) string {
	name, rest, complex := strings.Cut(arg, ",")
	value := ""
	if v, ok := params[strings.TrimSpace(name)]; ok && v != nil {
		value = fmt.Sprint(v)
	}
	if !complex {
		return value
	}
	kind, rest, _ := strings.Cut(rest, ",")
	forms := map[string]string{}
	for rest = strings.TrimSpace(rest); rest != ""; rest = strings.TrimSpace(rest) {
		open := strings.IndexByte(rest, '{')
		end := -1
		if open >= 0 {
			end = closing(rest, open)
		}
		if end < 0 {
			break
		}
		forms[strings.TrimSpace(rest[:open])] = rest[open+1 : end]
		rest = rest[end+1:]
	}
	pick, ok := forms["="+value]
	if !ok && strings.TrimSpace(kind) == "select" {
		pick, ok = forms[value]
	} else if !ok {
		pick, ok = forms[category(lang, value)]
	}
	if !ok {
		pick = forms["other"]
	}
	return format(lang, strings.ReplaceAll(pick, "#", value), params)
}

var categories = map[plural.Form]string{plural.Zero: "zero", plural.One: "one", plural.Two: "two", plural.Few: "few", plural.Many: "many"}

// category is the plural form that a language has for a number; empty for one that needs none of its own, and for what is no number.
func category(lang language.Tag, value string) string {
	whole, fraction, _ := strings.Cut(strings.TrimPrefix(value, "-"), ".")
	bare := strings.TrimRight(fraction, "0")
	n, err := strconv.Atoi(whole[max(0, len(whole)-6):])
	if err != nil {
		return ""
	}
	if len(whole) > 6 {
		n += 1_000_000 // some languages have a form for millions
	}
	f, _ := strconv.Atoi(fraction)
	t, _ := strconv.Atoi(bare)
	return categories[plural.Cardinal.MatchPlural(lang, n, len(fraction), len(bare), f, t)]
}
