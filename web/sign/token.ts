const KEY = 'sign.token'

/** Removes the token at once from the address, so history and copies omit it. Reloads read the tab's storage. */
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
