import { msg } from '@lingui/core/macro'
import type { ClaimTemplate, ClaimTemplateReq } from '@sync/gen/api'
import { defineForm } from '@/kit/form/defineForm'
import { LongText, oneOf } from '@/kit/form/inputs'
import { resource } from '@/kit/resource/resource'
import type { Words } from '@/kit/words/words'
import { kinds } from '../case/words'

const forKinds: Record<ClaimTemplate['Kind'], Words> = kinds

/** How a name stands in a template; in a message of ours braces would mean something else. */
const sample = ['{number}', '{amount}', '{lines}'].join(', ')

/** Letters to carriers about claims, in which {names} stand for what a claim says. */
export const templates = resource<ClaimTemplate, ClaimTemplateReq>({
  title: msg`Form templates`,
  list: 'Claim/Templates',
  id: (x) => x.TemplateId,
  called: (x) => x.Name,
  write: 'manage-claims',
  columns: [
    { key: 'Name', label: msg`Template`, phone: true },
    { key: 'Kind', label: msg`Kind` },
    { key: 'Subject', label: msg`Subject`, phone: true },
  ],
  filters: ['Kind'],
  empty: msg`No templates. Add the letter that files your claims.`,
  form: defineForm<ClaimTemplateReq, ClaimTemplate>('Claim/SaveTemplate', {
    title: msg`Form template`,
    wide: true,
    fields: {
      Name: { row: 1 },
      Kind: { input: oneOf(forKinds), hint: msg`Empty for every kind`, row: 1 },
      Subject: { label: msg`Subject` },
      Body: { label: msg`Text`, input: LongText, hint: msg`Names in braces stand for the claim's data: ${sample}` },
    },
  }),
  end: 'Claim/DeleteTemplate',
  restore: 'Claim/RestoreTemplate',
})
