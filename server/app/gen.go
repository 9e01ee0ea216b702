package app

import (
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"strings"

	"lading/server/audit"
	"lading/server/claim"
	"lading/server/kit/message"
	"lading/server/kit/page"
	"lading/server/kit/prescribed"
	"lading/server/kit/rule"
	"lading/server/op"
	"lading/server/shipment"
	"lading/server/store"
	"lading/sync/pull"

	"github.com/goccy/go-json"
)

// generate writes sync/client/gen, migrations/schema and the list of rights: what the web and a reader know of the server is derived, never written twice.
func generate(ctx context.Context, out io.Writer, args []string) error {
	f := flags(out, "gen", "Writes sync/client/gen, or the folder that is named, from the program's own declarations.")
	if err := f.Parse(args); err != nil {
		return err
	}
	dir := filepath.Join("sync", "client", "gen")
	if f.NArg() > 0 {
		dir = f.Arg(0)
	}
	a := &App{Bus: store.NewBus()}
	registry := op.NewRegistry(a.wire())
	tables := make([]op.TableType, len(a.Tables))
	for i, t := range a.Tables {
		tables[i] = op.TableType{Name: t.Name, Index: t.Index, Row: t.Row}
	}
	files := map[string]string{
		"api.ts":     op.TypeScript(registry),
		"areas.ts":   op.AreasTypeScript(registry),
		"fields.ts":  op.FieldsTypeScript(registry),
		"queries.ts": op.QueriesTypeScript(registry),
		"tables.ts":  op.TablesTypeScript(pull.Schema, tables),
	}
	states, err := json.MarshalIndent(shipment.States(), "", "  ")
	if err != nil {
		return err
	}
	claims, err := json.MarshalIndent(claim.States(), "", "  ")
	if err != nil {
		return err
	}
	invoices, err := json.MarshalIndent(audit.States(), "", "  ")
	if err != nil {
		return err
	}
	files["tables.ts"] += "\n/** What a user may do, by its effect. */\nexport type Right = AccessProfile['rights'][number]\n"
	files["states.ts"] = op.Header + `
export interface Transition {
  from: string
  action: string
  to: string
  op?: string
  asks?: string
  guard?: string
}

export const shipmentStates: Transition[] = ` + string(states) + "\n"
	// Files of their own: the shipment's is loaded before the first screen, where nobody looks at invoices or claims.
	for name, table := range map[string][]byte{"claim": claims, "invoice": invoices} {
		files[name+"States.ts"] = op.Header + "\nimport type { Transition } from './states'\n\nexport const " + name + "States: Transition[] = " + string(table) + "\n"
	}
	table, err := json.MarshalIndent(rule.The, "", "  ")
	if err != nil {
		return err
	}
	files["rules.ts"] = op.Header + "\n/** The figures behind the rules of what people type. web/src/kit/rule reads them. */\nexport const rules = " + string(table) + "\n"
	all := prescribed.Heads()
	maps.DeleteFunc(all, func(call, _ string) bool { // of the others the refusal says it itself
		path, _, _ := strings.Cut(call, " ")
		o, ok := registry.Find(path)
		return !ok || o.Queue == nil
	})
	heads, err := json.MarshalIndent(all, "", "  ")
	if err != nil {
		return err
	}
	files["heads.ts"] = op.Header + "\n/** The message that heads a refusal that comes later, by the path of the call; with a flag behind it where only that flag is meant. */\nexport const heads: Record<string, string> = " + string(heads) + "\n"
	names := make([]string, len(page.All))
	listed := make([]page.Page, len(page.All))
	help := map[string]string{}
	for i, p := range page.All {
		names[i] = "'" + p.Name + "'"
		help[p.Name] = p.Help
		p.Help = ""                   // long, and read by few: a file of its own, so that it is not in the first screen
		p.Rights, p.Groups = nil, nil // the server decides by them; a profile says what they come to
		listed[i] = p
	}
	pages, err := json.MarshalIndent(listed, "", "  ")
	if err != nil {
		return err
	}
	helps, err := json.MarshalIndent(help, "", "  ")
	if err != nil {
		return err
	}
	files["help.ts"] = op.Header + "\nimport type { PageName } from './pages'\n\nexport const help: Record<PageName, string> = " + string(helps) + "\n"
	files["pages.ts"] = op.Header + `
export interface Page {
  id: number | null
  name: PageName
  label: string
  route: string
  area: string
  menu?: string[]
  order?: number
  public?: boolean
  default?: boolean
  fullscreen?: boolean
  bucket?: string
}

export type PageName = ` + strings.Join(names, " | ") + "\n\nexport const pages: Page[] = " + string(pages) + "\n"
	for _, lang := range message.Languages {
		said := message.Screens(lang)
		// What is signed stands apart: a driver's own phone needs nothing else of them.
		consents := map[string]string{}
		for code, text := range said {
			if strings.HasPrefix(code, "consent-") {
				consents[code] = text
				delete(said, code)
			}
		}
		for name, of := range map[string]map[string]string{"messages": said, "consents": consents} {
			m, err := json.MarshalIndent(of, "", "  ")
			if err != nil {
				return err
			}
			files[name+"."+lang+".ts"] = op.Header + "\nexport const " + name + ": Record<string, string> = " + string(m) + "\n"
		}
	}
	if f.NArg() == 0 {
		if err := os.WriteFile(rightsFile, []byte(rightsDocument(registry, a.Tables)), 0o644); err != nil {
			return err
		}
		if err := writeSchema(ctx); err != nil {
			return err
		}
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			return fmt.Errorf("write %s: %w", name, err)
		}
	}
	return nil
}
