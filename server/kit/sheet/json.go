package sheet

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// maxDepth is how deep JSON may be nested; maxValues how many values it may hold before it is flattened.
const (
	maxDepth  = 24
	maxValues = 6_000_000
)

// node is a JSON value that remembers the order of its keys.
type node struct {
	key  string
	kids []*node // of an object or a list
	list bool
	text string
	num  bool
}

func (n *node) leaf() bool { return n.kids == nil && !n.list }

// openJSON makes a table of what programs send one another: a list of records, one within an answer, or a record a line. A list of records within a record
// gives a row each, with what the outer one says repeated.
func openJSON(r io.ReaderAt, size int64, head []byte) (Source, error) {
	text, err := decoded(r, size, head)
	if err != nil {
		return nil, err
	}
	j := &flattener{g: &grids{kind: JSON}, columns: map[string]int{}}
	j.page = j.g.page("JSON")
	in := bufio.NewReader(text)
	d := json.NewDecoder(in)
	d.UseNumber()
	if first, _ := in.Peek(256); strings.HasPrefix(strings.TrimLeft(string(first), "\ufeff \t\r\n"), "[") { // one record at a time is held
		if mark, _ := in.Peek(3); string(mark) == "\ufeff" {
			_, _ = in.Discard(3)
		}
		if _, err := d.Token(); err != nil {
			return nil, jsonFault(err)
		}
		for d.More() {
			n, err := j.parse(d, "", 1)
			if err != nil {
				return nil, jsonFault(err)
			}
			if err := j.record(&node{list: true, kids: []*node{n}}, nil, 1); err != nil {
				return nil, err
			}
			j.values = 0
		}
		if _, err := d.Token(); err != nil {
			return nil, truncated(0)
		}
		return j.done()
	}
	for {
		n, err := j.parse(d, "", 0)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, jsonFault(err)
		}
		if err := j.record(n, nil, 0); err != nil {
			return nil, err
		}
		j.values = 0
	}
	return j.done()
}

func jsonFault(err error) error {
	var syntax *json.SyntaxError
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return truncated(0)
	case errors.As(err, &syntax):
		return unsupported("json")
	}
	return err
}

type flattener struct {
	g       *grids
	page    *page
	columns map[string]int
	titles  []string
	values  int
}

func (j *flattener) parse(d *json.Decoder, key string, depth int) (*node, error) {
	t, err := d.Token()
	if err != nil {
		if depth > 0 && errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		return nil, err
	}
	if j.values++; j.values > maxValues || depth > maxDepth {
		return nil, unsupported("json")
	}
	n := &node{key: key}
	switch v := t.(type) {
	case json.Delim:
		n.list, n.kids = v == '[', []*node{}
		for d.More() {
			name := ""
			if !n.list {
				k, err := d.Token()
				if err != nil {
					return nil, err
				}
				name, _ = k.(string)
			}
			kid, err := j.parse(d, name, depth+1)
			if err != nil {
				return nil, err
			}
			n.kids = append(n.kids, kid)
		}
		_, err = d.Token()
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		return n, err
	case nil:
	case json.Number:
		n.text, n.num = v.String(), true
	case bool:
		n.text = map[bool]string{true: "TRUE", false: "FALSE"}[v]
	default:
		n.text = fmt.Sprint(v)
	}
	return n, nil
}

type pair struct {
	title string
	cell  Cell
}

// record writes the rows of a value. outer is what the records around it say.
func (j *flattener) record(n *node, outer []pair, depth int) error {
	if n.list {
		for _, kid := range n.kids {
			if kid.leaf() { // a list of lists of values, or of values: no records
				continue
			}
			if kid.list {
				kid = &node{kids: numbered(kid.kids)}
			}
			if err := j.record(kid, outer, depth); err != nil {
				return err
			}
		}
		return nil
	}
	own := outer[:len(outer):len(outer)]
	var inner *node
	flat := flatten(n, "", &inner)
	if inner != nil && depth < 3 {
		// An answer around a list tells of the answer, not of its records.
		if len(flat) <= 6 && wraps(inner) && depth == 0 {
			flat = nil
		}
		own = append(own, flat...)
		prefix := ""
		if len(own) > 0 {
			prefix = single(inner.key) + " "
		}
		for _, kid := range inner.kids {
			if err := j.inner(kid, prefix, own, depth+1); err != nil {
				return err
			}
		}
		return nil
	}
	return j.row(append(own, flat...))
}

// inner is a record in a record's list, its titles below the list's name.
func (j *flattener) inner(n *node, prefix string, outer []pair, depth int) error {
	if prefix != "" && !n.list {
		named := &node{kids: make([]*node, len(n.kids))}
		for i, k := range n.kids {
			copied := *k
			copied.key = prefix + k.key
			named.kids[i] = &copied
		}
		n = named
	}
	return j.record(n, outer, depth)
}

// wraps tells that a list holds records which have records or lists of their own, or so many values that they are the thing itself.
func wraps(list *node) bool {
	for _, kid := range list.kids {
		for _, k := range kid.kids {
			if !k.leaf() {
				return true
			}
		}
	}
	return len(list.kids) > 0 && len(list.kids[0].kids) > 8
}

// flatten gives the values of a record and of the objects in it, and finds its longest list of records.
func flatten(n *node, prefix string, inner **node) (out []pair) {
	for _, k := range n.kids {
		title := strings.TrimSpace(prefix + " " + k.key)
		switch {
		case k.leaf():
			out = append(out, pair{title, Cell{Text: Tidy(k.text), Number: k.num}})
		case !k.list:
			out = append(out, flatten(k, title, inner)...)
		case len(k.kids) > 0 && !k.kids[0].leaf() && !k.kids[0].list:
			if *inner == nil || len(k.kids) > len((*inner).kids) {
				*inner = k
			}
		default:
			var texts []string
			for _, v := range k.kids {
				if v.leaf() && v.text != "" {
					texts = append(texts, v.text)
				}
			}
			out = append(out, pair{title, Cell{Text: strings.Join(texts, ", ")}})
		}
	}
	return out
}

func numbered(values []*node) []*node {
	out := make([]*node, len(values))
	for i, v := range values {
		copied := *v
		copied.key = fmt.Sprint("Column ", i+1)
		out[i] = &copied
	}
	return out
}

// single is a list's name for one of its records: "lineItems" hold a lineItem.
func single(key string) string {
	if s, ok := strings.CutSuffix(key, "ies"); ok {
		return s + "y"
	}
	if len(key) > 3 && strings.HasSuffix(key, "s") && !strings.HasSuffix(key, "ss") {
		return key[:len(key)-1]
	}
	return key
}

func (j *flattener) row(pairs []pair) error {
	var cells []Cell
	for _, p := range pairs {
		n, ok := j.columns[p.title]
		if !ok {
			n = len(j.titles)
			j.columns[p.title] = n
			j.titles = append(j.titles, p.title)
		}
		cells = put(cells, n, p.cell)
	}
	return j.g.add(j.page, Record{N: len(j.page.rows) + 2, Cells: cells})
}

// done puts the titles on top.
func (j *flattener) done() (Source, error) {
	if len(j.page.rows) == 0 {
		return nil, unsupported("json")
	}
	head := Record{N: 1}
	for _, t := range j.titles[:min(len(j.titles), maxColumns)] {
		head.Cells = append(head.Cells, Cell{Text: t})
	}
	j.page.rows = append([]Record{head}, j.page.rows...)
	return j.g, nil
}
