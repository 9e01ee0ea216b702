package analytics

import (
	"time"

	"lading/server/report"
)

// PeriodDays is a period's days.
func PeriodDays(p Period, made time.Time) report.Span { return p.days(made) }
