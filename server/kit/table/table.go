// Package table finds out what the columns of a table are that somebody else's system wrote, and reads the values in them. An area declares the fields
// of a kind of table; Find proposes which column is which field by three signs together: the title, the values below it, and the columns beside it. Each
// proposal has a confidence, so that only what is unsure is asked.
//
// How the table is stored is the sheet package's; what a row means is the area's.
package table

import (
	"cmp"
	"slices"
	"strings"
)

// Sure is the confidence from which a column is taken without a question.
const Sure = 70

// Field is what a column can hold.
type Field struct {
	Key    string
	Titles string // what systems call it, in any language; semicolons separate them
	Lesser string // what they call it where there is nothing better: ordered beside shipped
	Maybe  string // titles that mean this often, and something else as well: asked
	Coded  string // titles that mean this where the values are codes, and mostly something else: a shop's "Name" of an order
	Shape  *Shape // what its values look like; nil if anything
}

// Party is an address that a table can have: its titles come before or behind those of the parts.
type Party struct {
	Titles string
	// Leading are titles that are the party's only in front of a part: "ST" alone is a state.
	Leading string
	// Fields are its parts by the part's name; parts that are missing here are recognised and not taken.
	Fields map[string]string
	// Alone is the field of a title that is the party's name and nothing else, and how sure that is. An empty field takes nothing.
	Alone      string
	Confidence int
	// Loose parties are taken for the main one where the table has no other: a file with one address calls it the customer's.
	Loose bool
	// Main is the party that an address without a title is.
	Main bool
}

// Kind is a kind of table: what its columns can be.
type Kind struct {
	Name    string
	Fields  []Field
	Parties []Party
	// Nothing are titles that are known and hold nothing that is kept: prices, states of the other system.
	Nothing string
	// Pool are fields that are alike, filled in turn by the columns with one of PoolTitles.
	Pool       []string
	PoolTitles string
	// Joined are columns that tell more than one part of the main address, with the fields that they stand for.
	Joined map[string][]string
	// Notions are what the words of titles mean, by the notion, blanks between words; Rules make fields of them.
	Notions map[string]string
	Rules   []Rule
	Beside  []Beside
	// Few is how many columns must be recognised before a row counts as the head; 0 is the usual number.
	Few int
	// Key is the field that tells which rows belong together, and KeyOf those that are then the same in them, semicolons between.
	Key, KeyOf string
	// KeyElse are titles of columns that are the key where nothing else is: a customer's own number.
	KeyElse string

	exact   map[string]meaning
	coded   map[string]string
	mixed   map[string]string // by their words in the order of the alphabet
	long    []titled
	parties []partyTitle
	leading []partyTitle
	shapes  map[string]*Shape
	main    *Party

	notions    map[string]map[string]bool
	vocabulary map[string]bool // the words of all titles
	keyOf      string
	beside     []adjacent
}

// Pooled stands in a rule for the next free field of the pool.
const Pooled = pooled

const (
	mayBe   = 50 // the confidence of titles that mean something else as well
	pooled  = "\x00pool"
	nothing = "\x00nothing"
)

type titled struct {
	key, field string
	padded     string // between blanks, to be found as words
}

// meaning is the field of a title, and how sure that is.
type meaning struct {
	field      string
	confidence int
}

type partyTitle struct {
	key   string
	party *Party
}

// New prepares a kind. A title that stands for two fields is a mistake in the source.
func New(k Kind) *Kind {
	k.exact, k.coded, k.mixed, k.shapes = map[string]meaning{}, map[string]string{}, map[string]string{}, map[string]*Shape{}
	put := func(field, list string, confidence int) {
		for _, key := range titles(list) {
			if other, ok := k.exact[key]; ok && other.field != field {
				panic("table " + k.Name + ": " + key + " is both " + other.field + " and " + field)
			} else if ok {
				continue
			}
			k.exact[key] = meaning{field, confidence}
			if strings.Contains(key, " ") || len(key) > 7 {
				k.long = append(k.long, titled{key, field, " " + key + " "})
				if mixed := mixed(key); k.mixed[mixed] == "" {
					k.mixed[mixed] = field
				}
			}
		}
	}
	for _, f := range k.Fields {
		put(f.Key, f.Titles, 100)
		put(f.Key, f.Lesser, 85)
		put(f.Key, f.Maybe, mayBe)
		for _, key := range titles(f.Coded) {
			k.coded[key] = f.Key
		}
		k.shapes[f.Key] = f.Shape
	}
	put(pooled, k.PoolTitles, 90)
	put(nothing, k.Nothing, 100)
	// Long keys first, and equal ones by the alphabet: the proposal must not depend on the order of a map.
	slices.SortFunc(k.long, func(a, b titled) int { return cmp.Or(len(b.key)-len(a.key), strings.Compare(a.key, b.key)) })
	k.long = slices.Compact(k.long)
	for i := range k.Parties {
		p := &k.Parties[i]
		if p.Main {
			k.main = p
		}
		for _, key := range titles(p.Titles) {
			k.parties = append(k.parties, partyTitle{key, p})
		}
		for _, key := range titles(p.Leading) {
			k.leading = append(k.leading, partyTitle{key, p})
		}
		for part, field := range p.Fields {
			if k.shapes[field] == nil {
				k.shapes[field] = partShapes[part]
			}
		}
	}
	k.notions, k.vocabulary, k.keyOf = notionsOf(k.Notions), map[string]bool{}, ";"+k.KeyOf+";"
	learn := func(key string) {
		for _, w := range strings.Fields(key) {
			k.vocabulary[w] = true
		}
	}
	for key := range k.exact {
		learn(key)
	}
	for key := range parts {
		learn(key)
	}
	for _, p := range k.parties {
		learn(p.key)
	}
	slices.SortFunc(k.parties, func(a, b partyTitle) int { return cmp.Or(len(b.key)-len(a.key), strings.Compare(a.key, b.key)) })
	k.beside = k.adjacents()
	return &k
}

// Fewest is how many columns must be recognised before a row counts as the head.
func (k *Kind) Fewest() int { return cmp.Or(k.Few, headFields) }

func mixed(key string) string {
	words := strings.Fields(key)
	slices.Sort(words)
	return strings.Join(words, " ")
}

func titles(list string) (keys []string) {
	for w := range strings.SplitSeq(list, ";") {
		if key := Normal(strings.TrimSpace(w)); key != "" {
			keys = append(keys, key)
		}
	}
	return keys
}

// The parts of an address.
const (
	PartName    = "name"
	PartCompany = "company" // of two, the firm has the goods and the name is whom to ask for
	PartStreet  = "street"
	PartStreet2 = "street2"
	PartCity    = "city"
	PartState   = "state"
	PartZip     = "zip"
	PartCountry = "country"
	PartContact = "contact"
	PartPhone   = "phone"
	PartEmail   = "email"
	// What some files put into one column.
	PartPlace = "place" // city, state and ZIP
	PartWhole = "whole" // all of the address
	PartFirst = "first" // a person's names apart
	PartLast  = "last"
)

// partTitles are the parts of an address in any kind of table; with a party's title beside them they are certain.
var partTitles = map[string]string{
	PartName:    "name; name 1; nombre; nom; addressee; account name",
	PartCompany: "company; company name; razon social; empresa; societe; raison sociale; firma; firmenname; business name; organization; organisation; firm; entreprise; organizacion",
	PartStreet:  "address; street; address 1; address 1 2; add 1; address line 1; street address; street 1; street line 1; street no; addr line; direccion; direccion 1; calle; calle numero; domicilio; calle 1; adresse; adresse 1; rue; strasse; str; strasse hausnummer; strasse hausnr; anschrift; adresse ligne 1; line 1; numero rue; strasse nr; direccion linea 1",
	PartStreet2: "address 2; add 2; address line 2; street 2; street line 2; suite; suite unit; apt; apt suite; unit; direccion 2; colonia; calle 2; adresse 2; complement adresse; complement; adresszusatz; zusatz; name 2; adresse ligne 2; line 2; direccion linea 2; interior",
	PartCity:    "city; town; city town; ciudad; poblacion; localidad; distrito; district; suburb; municipio; ville; localite; commune; stadt; ort; city name; location ship to party; ciudad municipio",
	PartState:   "state; st; province; state province; prov; region; state region; estado; provincia; edo; etat; etat province; bundesland; bundesstaat; staat; state prov; state name; province name; state abbreviation; state abbr; state or province; prov etat; rg; county; province etat; state no; province no; st prov; estado provincia; region state",
	PartZip:     "zip; zip no; postal no; postcode; post no; zip postal; zip postal no; postal; codigo postal; cp; c p; no postal; postal zip; postal no zip; plz; postleitzahl; zipcode; zippostal; npa; cap; pin code; pincode; zip 5; zip 4",
	PartCountry: "country; country no; pais; pais no; pays; pays no; land; country name; country iso; country region; cty; iso country; land no; landerschlussel",
	PartContact: "contact; contact name; contact full name; attention; attn; contacto; atencion; contact nom; nom contact; nombre contacto; persona contacto; ansprechpartner; kontakt; zu handen; z hd; att; contact person; receiver name; recibe; interlocuteur",
	PartPhone:   "phone; telephone; phone no; telephone no; contact phone; contact telephone; mobile; movil; celular; cell; cell phone; daytime phone; phone 1; rufnummer; telephone contact; numero telefono; portable",
	PartEmail:   "email; e mail; mail; contact email; email address; e mail address; correo; correo electronico; courriel; adresse email; e mail adresse; email contact; adresse courriel; adresse mail",
	PartPlace:   "city state zip; city st zip; city state; city st; city state postal; ciudad estado cp; ciudad estado; cp ville; no postal ville; plz ort; city state zip no; ville province no postal; locality",
	PartWhole:   "full address; complete address; address full; direccion completa; adresse complete; vollstandige adresse; address block; name address",
	PartFirst:   "first name; firstname; given name; prenom; vorname; nombres; nombre pila",
	PartLast:    "last name; lastname; surname; family name; nom famille; nachname; apellido; apellidos",
}

var parts = map[string]string{}

func init() {
	for part, list := range partTitles {
		for _, key := range titles(list) {
			parts[key] = part
		}
	}
	for key, part := range parts {
		if m := mixed(key); parts[m] == "" {
			mixedParts[m] = part
		}
	}
}

var mixedParts = map[string]string{} // by their words in the order of the alphabet

// bareParts is the part of an address that a title is: "Code pays" as "Pays code", "Phone 1" as "Phone".
func bareParts(key string) (string, bool) {
	if part, ok := parts[key]; ok {
		return part, true
	}
	if part, ok := mixedParts[mixed(key)]; ok && strings.Contains(key, " ") {
		return part, true
	}
	part, ok := parts[strings.TrimSuffix(key, " 1")]
	return part, ok && strings.HasSuffix(key, " 1")
}

// field is where a party's part is kept; "" if nowhere.
func (p *Party) field(part string) string {
	if part == PartCompany {
		part = PartName
	}
	return p.Fields[part]
}
