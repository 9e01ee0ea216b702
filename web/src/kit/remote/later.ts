const key = 'lading.profile.later'

/** Somebody without a connection went on to the work with the first profile still to be filled in. For this tab's life only. */
export const profileLater = {
  is: () => sessionStorage.getItem(key) !== null,
  choose: () => sessionStorage.setItem(key, 'yes'),
}
