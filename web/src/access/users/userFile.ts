import { msg } from '@lingui/core/macro'
import { rowFile } from '@/kit/rowfile/rowFile'

/** Users as a list of them comes: from a directory, or from a sheet. */
export const userFile = rowFile({
  title: msg`Import users`,
  read: 'Access/ReadUserFile',
  save: 'Access/SaveUserFile',
  fields: {
    UserName: msg`User name`,
    Email: msg`E-mail`,
    FullName: msg`First and last name`,
    FirstName: msg`First name`,
    LastName: msg`Last name`,
    Phone: msg`Phone`,
    GroupID: msg`Group`,
    Warehouses: msg`Warehouses`,
    PreferredLanguage: msg`Language`,
    DefaultPageID: msg`First page`,
    pageList: msg`Pages`,
    AccessUntil: msg`Access until`,
    Disabled: msg`Active or disabled`,
  },
})
