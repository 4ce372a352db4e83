const KEY = 'sign.token'

/**
 * Removes the link's token from the address at once, so history and copied addresses do not contain it. After a reload it
 * comes from this tab's storage.
 */
export function takeToken(): string | undefined {
  const given = location.hash.slice(1)
  if (given !== '') {
    history.replaceState(null, '', location.pathname)
    try {
      sessionStorage.setItem(KEY, given)
    } catch {
      // Without storage the page works until a reload.
    }
    return given
  }
  try {
    return sessionStorage.getItem(KEY) ?? undefined
  } catch {
    return undefined
  }
}
