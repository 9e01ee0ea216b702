import { msg } from '@lingui/core/macro'
import type { AnalyticsCopyReq, AnalyticsTemplate, AnalyticsTemplateReq } from '@sync/gen/api'
import { defineForm } from '@/kit/form/defineForm'
import { choices, oneOf, Toggle } from '@/kit/form/inputs'
import { periods } from '../reports/subjects'
import { isBare } from './columns'
import { freshLayout, type Layout, LayoutInput } from './LayoutInput'

export interface Role {
  value: string
  label: string
}

/** What is typed: a template, with what depends on its report as one. */
export interface TypedTemplate extends Omit<AnalyticsTemplateReq, 'Report' | 'ViewColumns' | 'OrderBy' | 'Descending' | 'Filters'> {
  Layout: Layout
}

const ofLayout = /^(Report|ViewColumns|OrderBy|Descending|Filters)/

/** A view of a report, and who opens it. */
export const templateForm = (roles: readonly Role[]) =>
  defineForm<TypedTemplate, AnalyticsTemplate>('v1/templates/save', {
    title: msg`View`,
    wide: true,
    fields: {
      TemplateName: { label: msg`Name`, required: true, row: 1 },
      Period: {
        label: msg`Period`,
        input: oneOf(periods),
        hint: msg`The days it opens with; users may change them`,
        required: true,
        row: 1,
      },
      UserRoles: { label: msg`Groups`, input: choices(roles), hint: msg`Empty for every group` },
      Layout: {
        label: msg`Rows and columns`,
        input: LayoutInput,
        check: (l) =>
          l && l.ViewColumns.length === 0
            ? msg`Choose at least one column.`
            : l?.Filters.some((c) => !isBare(c.Is) && !c.Value)
              ? msg`Enter a value for each filter.`
              : undefined,
      },
      PersistentFilter: { label: msg`Save each user’s filters`, input: Toggle, row: 2 },
      DefaultTemplate: { label: msg`Default view`, input: Toggle, row: 2 },
    },
    ofWire: (field) => (ofLayout.test(field) ? `Layout.${field}` : field),
    toRequest: ({ Layout = freshLayout('shipments'), ...t }) => ({
      TemplateId: t.TemplateId ?? '',
      Rev: t.Rev ?? 0,
      TemplateName: t.TemplateName,
      Period: t.Period,
      UserRoles: t.UserRoles ?? [],
      PersistentFilter: t.PersistentFilter ?? false,
      DefaultTemplate: t.DefaultTemplate ?? false,
      ...Layout,
    }),
    subject: (t) => t.TemplateId ?? '',
  })

/** The same view under another name, for other groups. */
export const copyForm = (roles: readonly Role[]) =>
  defineForm<AnalyticsCopyReq, AnalyticsTemplate>('v1/templates/{id}/copy', {
    title: msg`Copy view`,
    fields: {
      templateName: { label: msg`Name`, required: true },
      userRoles: { label: msg`Groups`, input: choices(roles), hint: msg`Empty for every group` },
    },
    submit: msg`Copy`,
    toRequest: (t) => ({ id: t.id, templateName: t.templateName, userRoles: t.userRoles ?? [] }),
    ofWire: (field) => (field === 'TemplateName' ? 'templateName' : field),
    subject: (t) => t.id ?? '',
  })
