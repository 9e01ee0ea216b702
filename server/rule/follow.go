package rule

import (
	"context"
	"fmt"
	"slices"

	"lading/server/kit/freight"
	"lading/server/kit/right"
	"lading/server/store"
)

// Follow has conditions that name a merged customer name the one that stays. A condition on how a customer begins is not one of a customer, and stays.
func (a *Area) Follow(ctx context.Context, tx *store.Tx, m freight.Merge) ([]freight.Follow, error) {
	f := freight.Follow{Noun: freight.FollowRules, Needs: right.ManageRules}
	if len(m.Texts) == 0 {
		return []freight.Follow{f}, nil
	}
	list, err := store.Select[Configuration](ctx, tx, `SELECT * FROM rule_configuration ORDER BY place, name`)
	if err != nil {
		return nil, err
	}
	for _, was := range list {
		now, changed := was, false
		now.Conditions = slices.Clone(was.Conditions)
		for i, c := range now.Conditions {
			if c.Field != "customer" || c.Op == Begins {
				continue
			}
			var values []string
			for _, v := range c.Values {
				to := m.Becomes(v)
				if changed = changed || to != v; !slices.Contains(values, to) {
					values = append(values, to)
				}
			}
			now.Conditions[i].Values = values
		}
		if !changed {
			continue
		}
		if f.Moved++; m.Look {
			continue
		}
		now.Rev++
		now.At, now.By = store.At(tx.Now), tx.By.User
		if err := store.Change(ctx, tx, "rule_configuration", "id", was, now); err != nil {
			return nil, fmt.Errorf("rename customers of rule %s: %w", was.ID, err)
		}
	}
	return []freight.Follow{f}, nil
}
