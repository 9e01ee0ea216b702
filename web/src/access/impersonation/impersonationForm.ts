import { msg } from '@lingui/core/macro'
import type { AccessSeen, AccessTokenReq } from '@sync/gen/api'
import { defineForm } from '@/kit/form/defineForm'
import { choiceOf, LongText } from '@/kit/form/inputs'
import { theRemote } from '@/kit/remote/remote'

type Typed = Pick<AccessTokenReq, 'user' | 'reason'>

/** As whom to view, of the users that are given, and why. */
export const impersonationForm = (users: readonly AccessSeen[]) =>
  defineForm<Typed, void>('token', {
    title: msg`View as user`,
    fields: {
      user: {
        label: msg`User`,
        input: choiceOf(() => users.map((u) => ({ value: u.id, label: `${u.name} · ${u.userName} · ${u.group}` }))),
        required: true,
      },
      reason: { label: msg`Reason`, input: LongText, hint: msg`The user is told, and it is logged.`, required: true },
    },
    run: (request) => theRemote().enterBy({ ...request, grantType: 'impersonate' }),
    submit: msg`View as user`,
  })
