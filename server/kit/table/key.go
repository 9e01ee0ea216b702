package table

import (
	"slices"
	"strings"

	"lading/server/kit/sheet"
)

// judgeKey looks at the column that tells which rows belong together beside the columns that must then be the same in them. A key whose rows go to several
// places is not taken without a question; where no title is the key's, a column that does tell the rows apart is proposed, and asked about.
func (k *Kind) judgeKey(out []Guess, heads []string, values [][]sheet.Cell) {
	if k.Key == "" || len(values) == 0 {
		return
	}
	at := -1
	var same []int
	for i, g := range out {
		switch {
		case i >= len(values):
		case g.Field == k.Key:
			at = i
		case strings.Contains(k.keyOf, ";"+g.Field+";") && g.Field != "":
			same = append(same, i)
		}
	}
	if at >= 0 {
		if s := rowsOf(values, at, same); len(same) > 0 && s.repeated > 1 && s.broken*10 > s.repeated {
			out[at].Confidence = min(out[at].Confidence, Sure-5)
		}
		if out[at].Confidence < certain && k.twin(out, heads, values, at, same) {
			out[at].Confidence = min(out[at].Confidence, Sure-5)
		}
		return
	}
	instead := titles(k.KeyElse)
	best, bestScore := -1, 0
	for i := range out {
		if i >= len(values) || out[i].Field != "" && !k.pooled(out[i].Field) {
			continue
		}
		s := rowsOf(values, i, same)
		if s.filled*10 < s.rows*9 || s.distinct < 2 && s.rows > 1 || s.broken > 0 {
			continue
		}
		own := slices.Contains(instead, Normal(heads[i])) // a number by its title, though some have no digit
		if Keys.fit(values[i]) < 0.9 && !(own && Ids.fit(values[i]) > 0.9) {
			continue
		}
		score := s.distinct * 4
		if out[i].Field == "" {
			score += 2
		}
		if s.repeated > 0 { // several rows of one, as orders have
			score += s.rows
		}
		if s.sequence {
			continue
		}
		if own {
			score += 4 * s.rows
		}
		if score > bestScore {
			best, bestScore = i, score
		}
	}
	if best >= 0 {
		out[best].Field, out[best].Confidence = k.Key, Sure-15
	}
}

// certain is the confidence of a title that says of itself whose number it is.
const certain = 97

// twin finds a number of something that nothing is known of and that tells the rows apart no less than the key does: which of the two is meant must be asked.
func (k *Kind) twin(out []Guess, heads []string, values [][]sheet.Cell, at int, same []int) bool {
	own := rowsOf(values, at, same)
	for i := range out {
		if i == at || i >= len(values) || out[i].Field != "" || !strings.Contains(" "+Normal(heads[i])+" ", " no ") {
			continue
		}
		if g := rowsOf(values, i, same); g.broken == 0 && !g.sequence && g.distinct >= own.distinct && g.filled >= own.filled && Keys.fit(values[i]) > 0.9 {
			return true
		}
	}
	return false
}

func (k *Kind) pooled(field string) bool {
	for _, f := range k.Pool {
		if f == field {
			return true
		}
	}
	return false
}

// grouping says how a column groups the rows: how many have a value that came before (repeated), and of those how many differ in what should be the same.
type grouping struct {
	rows, filled, distinct, repeated, broken int
	sequence                                 bool // 1, 2, 3 or 10, 20, 30: it counts the rows
}

func rowsOf(values [][]sheet.Cell, column int, same []int) (g grouping) {
	first := map[string]int{}
	for n, c := range values[column] {
		g.rows++
		if c.Text == "" {
			continue
		}
		g.filled++
		at, ok := first[c.Text]
		if !ok {
			first[c.Text] = n
			continue
		}
		g.repeated++
		for _, i := range same {
			if a, b := values[i][at].Text, values[i][n].Text; a != "" && b != "" && !strings.EqualFold(a, b) {
				g.broken++
				break
			}
		}
	}
	g.distinct = len(first)
	one, two := "1", "2"
	if len(values[column]) > 2 && strings.Trim(values[column][0].Text, "0") == one && (strings.Trim(values[column][1].Text, "0") == two || strings.Trim(values[column][1].Text, "0") == one) {
		g.sequence = true
	}
	return g
}
