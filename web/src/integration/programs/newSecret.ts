import { msg } from '@lingui/core/macro'
import { call } from '@sync/call'
import type { AccessApplicationShown, AccessSecretResp } from '@sync/gen/api'
import { defineForm } from '@/kit/form/defineForm'
import { openForm } from '@/kit/form/FormDialog'

/** Asks before a program that has its secret is cut off. */
const anewForm = (p: AccessApplicationShown) =>
  defineForm<object, boolean>('Access/RotateApplication', {
    title: msg`New secret for ${p.name}`,
    intro: msg`The secret that it has and its tokens end at once: the program makes no call until it has the new secret.`,
    fields: {},
    subject: () => p.id,
    run: async () => true,
    submit: msg`New secret`,
  })

/** Draws a secret for a program; undefined where the person thought better of it. */
export async function newSecret(p: AccessApplicationShown): Promise<AccessSecretResp | undefined> {
  if (p.secretShownAt && !(await openForm(anewForm(p), {}))) return undefined
  return call('Access/RotateApplication', { id: p.id })
}
