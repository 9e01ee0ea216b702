package table

import (
	"slices"
	"strings"
)

// Rule finds a field by the notions in a title, in whatever words and order a system has put them: "Qty to be shipped", "ship_quantity" and "Cantidad por
// surtir" all have a quantity in them and no pallets. The first rule that fits is the likeliest; the values decide between it and the next.
type Rule struct {
	Field      string // "" for what is known and not kept, Pooled for one of the pool
	All        string // notions that must be there, blanks between; "a|b" is either
	Not        string // notions that must not, blanks between
	Confidence int    // where every word of the title is known
}

const (
	filler     = "filler" // the notion of words that say nothing of the field
	mostRules  = 3        // that one title may fit
	ruleStep   = 4        // how much less sure each further one is
	oneUnknown = 62       // of a title with one word that is not known, below what is taken without a question
)

// notionsOf turns the lists of a kind's notions round: the notions of a word. Words are as Normal leaves them.
func notionsOf(lists map[string]string) map[string]map[string]bool {
	out := map[string]map[string]bool{}
	for notion, list := range lists {
		for _, w := range strings.Fields(list) {
			if n, ok := sameWord[w]; ok && n != "" {
				w = n
			}
			if out[w] == nil {
				out[w] = map[string]bool{}
			}
			out[w][notion] = true
		}
	}
	return out
}

// compose tells what a title may be by the notions of its words, the likeliest first.
func (k *Kind) compose(key string) (found []meaning) {
	if len(k.notions) == 0 {
		return nil
	}
	has := map[string]bool{}
	known, unknown := 0, 0
	for _, w := range strings.Fields(key) {
		if strings.Trim(w, "0123456789") == "" {
			continue
		}
		pieces := []string{w}
		if k.notions[w] == nil {
			pieces = k.apart(w, func(s string) bool { return k.notions[s] != nil })
		}
		if len(pieces) == 0 {
			unknown++
			continue
		}
		for _, p := range pieces {
			for notion := range k.notions[p] {
				has[notion] = true
			}
		}
		known++
	}
	if known == 0 || unknown > known {
		return nil
	}
	for _, r := range k.Rules {
		if len(found) >= mostRules {
			break
		}
		if !r.fits(has) {
			continue
		}
		confidence := r.Confidence - ruleStep*len(found)
		switch {
		case unknown == 1:
			confidence = min(confidence, oneUnknown)
		case unknown > 1:
			confidence = min(confidence, oneUnknown-10)
		}
		field := r.Field
		if field == "" {
			field = nothing
		}
		found = append(found, meaning{field, confidence})
		if field == nothing {
			break
		}
	}
	return found
}

// Means tells whether some word of a title has a notion of the lists.
func Means(lists map[string]string, notion, title string) bool {
	words := strings.Fields(lists[notion])
	for w := range strings.FieldsSeq(Normal(title)) {
		if slices.Contains(words, w) {
			return true
		}
	}
	return false
}

func (r Rule) fits(has map[string]bool) bool {
	for _, not := range strings.Fields(r.Not) {
		if has[not] {
			return false
		}
	}
	for _, one := range strings.Fields(r.All) {
		some := false
		for notion := range strings.SplitSeq(one, "|") {
			some = some || has[notion]
		}
		if !some {
			return false
		}
	}
	return true
}

// apart takes a word to pieces that are known: shiptocity, Artikelbezeichnung. The fewest pieces count; between German words an s, n, en or e may stand.
// It is nil where a piece would be left over.
func (k *Kind) apart(word string, known func(string) bool) []string {
	const shortest, longest = 3, 30
	if len(word) < 2*shortest || len(word) > longest {
		return nil
	}
	best := make([][]string, len(word)+1)
	best[0] = []string{}
	for end := 1; end <= len(word); end++ {
		for start := max(0, end-longest); start < end; start++ {
			if best[start] == nil {
				continue
			}
			piece := word[start:end]
			if n, ok := sameWord[piece]; ok && n != "" && len(piece) >= shortest {
				piece = n
			}
			short := len(word[start:end]) < shortest && piece != "to" && piece != "no" && piece != "id"
			switch joint := start > 0 && end < len(word) && (piece == "s" || piece == "n" || piece == "en" || piece == "e" || piece == "es"); {
			case joint:
				if best[end] == nil {
					best[end] = best[start]
				}
			case short || !known(piece):
			case best[end] == nil || len(best[end]) > len(best[start])+1:
				best[end] = append(append([]string{}, best[start]...), piece)
			}
		}
	}
	if len(best[len(word)]) < 2 {
		return nil
	}
	return best[len(word)]
}

// apartTitle takes the words of a title apart that no title of the kind has.
func (k *Kind) apartTitle(key string) string {
	words := strings.Fields(key)
	out := words[:0:0]
	for _, w := range words {
		if pieces := k.apart(w, func(s string) bool { return k.vocabulary[s] }); !k.vocabulary[w] && pieces != nil {
			out = append(out, pieces...)
			continue
		}
		out = append(out, w)
	}
	return strings.Join(out, " ")
}
