package dock

import (
	"context"
	"slices"
	"strings"

	"lading/server/kit/fail"
	"lading/server/op"
	"lading/server/store"
)

// LabelPart is where one thing stands on a supplier's own label: in which field, from which character on, and how many of them; none means to the field's end.
type LabelPart struct {
	What   string `json:"what" validate:"oneof=pallet lot expiry item"`
	Field  int64  `json:"field" validate:"gte=0,lte=100"`
	From   int64  `json:"from" validate:"gte=0,lte=200"`
	Length int64  `json:"length" validate:"gte=0,lte=200"`
}

// LabelRule is how a supplier writes labels of its own. A label is known by how it starts, how long it is and how many fields it has.
type LabelRule struct {
	ID        string                  `json:"id" db:"id"`
	Supplier  string                  `json:"supplier" db:"supplier"`
	Starts    string                  `json:"starts" db:"starts"`
	Length    int64                   `json:"length" db:"length"` // none where it varies
	Separator string                  `json:"separator" db:"separator"`
	Fields    int64                   `json:"fields" db:"fields"`
	Parts     store.JSON[[]LabelPart] `json:"parts" db:"parts"`
	Days      string                  `json:"days" db:"days"` // in which order an expiry is written: ymd, dmy or mdy
	Sample    string                  `json:"sample" db:"sample"`
	TaughtBy  string                  `json:"taughtBy" db:"taught_by"`
	TaughtAt  store.Time              `json:"taughtAt" db:"taught_at"`
}

// fields takes a label apart.
func (r LabelRule) fields(text string) []string {
	if r.Separator == "" {
		return []string{text}
	}
	return strings.Split(text, r.Separator)
}

// matches tells whether a label is written so; the twin of matches in web/src/dock/lot/rule.ts.
func (r LabelRule) matches(text string) bool {
	if !strings.HasPrefix(text, r.Starts) || r.Length > 0 && int64(len(text)) != r.Length {
		return false
	}
	fields := r.fields(text)
	if r.Separator != "" && int64(len(fields)) != r.Fields {
		return false
	}
	for _, p := range r.Parts.V {
		if p.Field >= int64(len(fields)) {
			return false
		}
		if n := int64(len(fields[p.Field])); n <= p.From || n < p.From+p.Length {
			return false
		}
	}
	return true
}

// overlaps tells whether a label could be meant by both. Where nothing rules it out it could.
func (r LabelRule) overlaps(other LabelRule) bool {
	switch {
	case !strings.HasPrefix(r.Starts, other.Starts) && !strings.HasPrefix(other.Starts, r.Starts):
		return false
	case r.Length > 0 && other.Length > 0 && r.Length != other.Length:
		return false
	case r.Separator != "" && r.Separator == other.Separator && r.Fields != other.Fields:
		return false
	}
	return true
}

// TeachReq teaches how a supplier writes its labels.
type TeachReq struct {
	RuleID    string      `json:"RuleId" validate:"required,ulid"` // made on the device
	Supplier  string      `json:"Supplier" validate:"required,max=80"`
	Starts    string      `json:"Starts" validate:"max=60"`
	Length    int64       `json:"Length" validate:"gte=0,lte=200"`
	Separator string      `json:"Separator" validate:"max=1"`
	Fields    int64       `json:"Fields" validate:"gte=0,lte=100"`
	Parts     []LabelPart `json:"Parts" validate:"required,min=1,max=4,dive"`
	Days      string      `json:"Days" validate:"omitempty,oneof=ymd dmy mdy"`
	Sample    string      `json:"Sample" validate:"required,max=200"`
}

func (r *TeachReq) rule() LabelRule {
	rule := LabelRule{ID: r.RuleID, Supplier: strings.Join(strings.Fields(r.Supplier), " "), Starts: r.Starts, Length: r.Length, Separator: r.Separator, Fields: r.Fields, Days: r.Days, Sample: r.Sample}
	rule.Parts.V = r.Parts
	return rule
}

// Check refuses a rule that does not even read the label it was taught with, or that any label could fit.
func (r *TeachReq) Check() (bad []fail.Field) {
	whats := map[string]bool{}
	for _, p := range r.Parts {
		if whats[p.What] {
			bad = append(bad, fail.Of("Parts", "label-part-twice"))
		}
		whats[p.What] = true
	}
	if whats["expiry"] && r.Days == "" {
		bad = append(bad, fail.Of("Days", "field-required"))
	}
	if r.Starts == "" && (r.Separator == "" || r.Fields < 2) {
		bad = append(bad, fail.Of("Starts", "label-rule-any"))
	}
	// A bar code's characters; a place counted in them is the same on every device.
	odd := func(c rune) bool { return c != 0x1d && (c < ' ' || c > '~') }
	if strings.ContainsFunc(r.Sample, odd) || strings.TrimSpace(r.Supplier) == "" || !r.rule().matches(r.Sample) {
		bad = append(bad, fail.Of("Sample", "label-sample-unread"))
	}
	return bad
}

// TeachLabel keeps how a supplier writes its labels. One that could also be another's is refused: a scan must mean one thing.
func (a *Area) TeachLabel(ctx context.Context, tx *store.Tx, req TeachReq) (LabelRule, error) {
	rule := req.rule()
	known, err := store.Select[LabelRule](ctx, tx, `SELECT * FROM dock_label_rule WHERE id <> ? ORDER BY id`, rule.ID)
	if err != nil {
		return rule, err
	}
	if i := slices.IndexFunc(known, rule.overlaps); i >= 0 {
		return rule, fail.Conflict("label-rule-overlaps", "supplier", known[i].Supplier, "sample", known[i].Sample)
	}
	rule.TaughtBy, rule.TaughtAt = tx.By.Name, store.At(tx.At)
	return rule, store.Put(ctx, tx, "dock_label_rule", "id", rule)
}

// ForgetReq names a rule.
type ForgetReq struct {
	RuleID string `json:"RuleId" validate:"required,ulid"`
}

// ForgetLabel takes a rule away; one that is gone stays gone.
func (a *Area) ForgetLabel(ctx context.Context, tx *store.Tx, req ForgetReq) (op.None, error) {
	_, err := tx.ExecContext(ctx, `DELETE FROM dock_label_rule WHERE id = ?`, req.RuleID)
	return op.None{}, err
}
