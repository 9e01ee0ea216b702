package app_test

import (
	"bytes"
	"compress/zlib"
	"context"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"lading/server/kit/page"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/store"
	"lading/server/testkit"

	"github.com/goccy/go-json"
)

var (
	pdfStreams = regexp.MustCompile(`(?s)stream\r?\n(.*?)endstream`)
	figures    = regexp.MustCompile(`[0-9][0-9,]*\.?[0-9]*`)
	hashes     = regexp.MustCompile(`\b[0-9a-f]{32,}\b`) // their digits are by chance those of an amount
)

// readable is an answer as text, a PDF with what its pages say.
func readable(b []byte) string {
	out := string(b)
	if bytes.HasPrefix(b, []byte("%PDF")) {
		for _, m := range pdfStreams.FindAllSubmatch(b, -1) {
			if r, err := zlib.NewReader(bytes.NewReader(m[1])); err == nil {
				text, _ := io.ReadAll(r)
				out += string(text)
			}
		}
	}
	return out
}

// pagesWithout are all pages but those that bring a right.
func pagesWithout(r right.Right) string {
	var list []string
	for _, p := range page.All {
		if p.ID != nil && !slices.Contains(page.Bringing(r), *p.ID) {
			list = append(list, fmt.Sprint(int(*p.ID)))
		}
	}
	return strings.Join(list, ",")
}

// amounts are the sums that the organisation keeps, in cents and as people write them, by what they are. Round ones are other things as well.
func amounts(k *testkit.Kit) map[string]string {
	out := map[string]string{}
	k.Read("1", func(ctx context.Context, tx *store.Tx) error {
		columns, err := store.Select[struct {
			Table string `db:"t"`
			Name  string `db:"c"`
		}](ctx, tx, `SELECT m.name AS t, c.name AS c FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table' AND m.sql NOT LIKE '%VIRTUAL%' AND c.name LIKE '%minor' AND c.type = 'INTEGER'`)
		if err != nil {
			return err
		}
		for _, c := range columns {
			list, err := store.Select[int64](ctx, tx, `SELECT DISTINCT "`+c.Name+`" FROM "`+c.Table+`" WHERE "`+c.Name+`" > 5000 AND "`+c.Name+`" % 100 <> 0`)
			if err != nil {
				return err
			}
			for _, n := range list {
				out[fmt.Sprint(n)], out[fmt.Sprintf("%d.%02d", n/100, n%100)] = c.Table+"."+c.Name, c.Table+"."+c.Name
			}
		}
		return nil
	})
	return out
}

// What a right opens no call, no file and no device tells to who lacks it, whatever else the user may do and of whatever row it is asked.
func TestRights_NothingIsToldToWhoLacksTheRight(t *testing.T) {
	k := testkit.Demo(t)
	filled(k, t, "ATL")
	k.Write("1", func(ctx context.Context, tx *store.Tx) error {
		for _, q := range []string{
			`UPDATE dock_driver SET phone = '555-DRIVERS-PHONE', licence = 'DRIVERS-LICENCE', email = 'drivers@mail.test'`,
			`UPDATE dock_shipment SET driver_phone = '555-DRIVERS-PHONE'`,
			`UPDATE shipment_tender SET driver = 'Ann Bee', driver_phone = '555-DRIVERS-PHONE'`,
			`UPDATE notify_mail SET subject = 'MAILS-SUBJECT', body = 'MAILS-BODY'`,
		} {
			if _, err := tx.ExecContext(ctx, q); err != nil {
				return err
			}
		}
		return nil
	})
	money := amounts(k)
	if len(money) < 100 {
		t.Fatalf("%d amounts", len(money))
	}
	atlanta := siteOf(k, "ATL")
	told := func(text string, marks []string) (found []string) {
		for _, m := range marks {
			if strings.Contains(text, m) {
				found = append(found, m)
			}
		}
		if marks == nil {
			text = hashes.ReplaceAllString(text, "")
			for _, at := range figures.FindAllStringIndex(text, -1) {
				if column, ok := money[strings.ReplaceAll(text[at[0]:at[1]], ",", "")]; ok {
					found = append(found, fmt.Sprintf("%s in …%s…", column, text[max(0, at[0]-40):min(len(text), at[1]+20)]))
				}
			}
		}
		return found
	}
	drivers, mails := []string{"DRIVERS-PHONE", "DRIVERS-LICENCE", "drivers@mail.test"}, []string{"MAILS-SUBJECT", "MAILS-BODY"}
	for i, c := range []struct {
		lacks right.Right
		group string
		marks []string // nil is any amount
	}{
		{right.SeeMoney, "dock", nil}, // money is the office's
		{right.SeeDrivers, "office", drivers},
		{right.SeeMails, "office", mails},
	} {
		t.Run(string(c.lacks), func(t *testing.T) {
			k.T = t
			pages := pagesWithout(c.lacks)
			if c.lacks == right.SeeMoney {
				pages = pagesWithout(right.ManagePrices) // who maintains prices knows them
			}
			p := someone(k, fmt.Sprint("few", i, "@demo.test"), c.group, pages)
			all := someone(k, fmt.Sprint("all", i, "@demo.test"), "office", pagesWithout("none"))
			if p.By.May(c.lacks) || !all.By.May(c.lacks) {
				t.Fatal("who sees what")
			}
			for who, wants := range map[*testkit.Person]bool{p: false, all: true} {
				rows, _, _ := pulled(k, who, "")
				found := told(fmt.Sprintf("%s", rows), c.marks)
				if !wants && len(found) > 0 {
					t.Errorf("pulls %v", found)
				}
				answered, telling := 0, 0
				for _, o := range k.App.Registry.All() {
					if o.Public || op.Permit(o, who.By, 0) != nil || strings.HasPrefix(o.Path, "sync/") || o.Kind != op.KindQuery && o.Kind != op.KindDirect {
						continue
					}
					for _, body := range atlanta.requests(t, o) {
						text, err := answerOf(k, who, o, &body)
						if err == nil {
							answered++
						}
						if found := told(text, c.marks); len(found) > 0 {
							if telling++; !wants {
								t.Errorf("%s %s tells %.200s", o.Path, body, strings.Join(found, ", "))
							}
							break
						}
					}
				}
				if answered < 500 || wants && telling == 0 {
					t.Errorf("%d answers, %d tell", answered, telling)
				}
			}
		})
	}
}

// answerOf is what a call that reads answers, be it a file or a refusal.
func answerOf(k *testkit.Kit, p *testkit.Person, o *op.Op, body *string) (string, error) {
	if o.Kind == op.KindQuery {
		answer, err := asks(p, o, body)
		if err != nil {
			return fmt.Sprint(err), err
		}
		return string(answer), nil
	}
	a, err := k.App.Registry.Run(context.Background(), &op.Call{Op: o, Org: p.Org, By: p.By, Args: []byte(*body), RequestID: "test", IP: "192.0.2.1", Language: "en", SetHeader: func(string, string) {}})
	if err != nil {
		return fmt.Sprint(err), err
	}
	if d, ok := a.Body.(op.Download); ok {
		b, err := io.ReadAll(d.Body)
		return readable(b), err
	}
	b, err := json.Marshal(a.Body)
	return string(b), err
}
