import { msg } from '@lingui/core/macro'
import { rowFile } from '@/kit/rowfile/rowFile'

/** Carriers' terminals as the carriers list them. */
export const terminalFile = rowFile({
  title: msg`Import terminals`,
  read: 'Rating/ReadTerminalFile',
  save: 'Rating/SaveTerminalFile',
  fields: {
    Code: msg`Code`,
    Carrier: msg`Carrier`,
    Name: msg`Name`,
    Street: msg`Street`,
    City: msg`City`,
    State: msg`State`,
    Zip: msg`ZIP`,
    Phone: msg`Phone`,
    Email: msg`E-mail`,
    Hours: msg`Hours`,
    Serves: msg`Serves`,
  },
})
