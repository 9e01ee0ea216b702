import { msg } from '@lingui/core/macro'
import { defineForm } from '@/kit/form/defineForm'
import { Secret } from '@/kit/form/inputs'

export interface PasswordTyped {
  CurrentPassword: string
  NewPassword: string
  /** Typed twice, because it cannot be seen; sent once. */
  Again: string
}

export const passwordForm = defineForm<PasswordTyped>('Access/ChangePassword', {
  title: msg`Change password`,
  intro: msg`At least 8 characters. Length makes a password strong: four ordinary words are better than one with signs in it.`,
  fields: {
    CurrentPassword: { label: msg`Current password`, input: Secret, required: true, secret: true },
    NewPassword: {
      label: msg`New password`,
      input: Secret,
      required: true,
      secret: true,
      check: (v, all) =>
        !v || v.length < 8 ? msg`At least 8 characters.` : v === all.CurrentPassword ? msg`This is your current password.` : undefined,
    },
    Again: {
      label: msg`Confirm new password`,
      input: Secret,
      required: true,
      secret: true,
      check: (v, all) => (v === all.NewPassword ? undefined : msg`The two passwords differ.`),
    },
  },
  // The call says Current and Password; the fields are named so that a password keeper knows the old from the new.
  toRequest: ({ CurrentPassword, NewPassword }) => ({ Current: CurrentPassword, Password: NewPassword }),
  submit: msg`Change`,
  done: msg`The password has been changed.`,
})
