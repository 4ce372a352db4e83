const KEY = 'sign.token'

/**
 * The token of the link: out of the address, from which it is taken away at once, so that neither history nor a copied address has it; else the
 * one of this tab, which a reload leaves. Undefined where there is none.
 */
export function takeToken(): string | undefined {
  const given = location.hash.slice(1)
  if (given !== '') {
    history.replaceState(null, '', location.pathname)
    try {
      sessionStorage.setItem(KEY, given)
    } catch {
      // A browser that stores nothing: the page works until it is reloaded.
    }
    return given
  }
  try {
    return sessionStorage.getItem(KEY) ?? undefined
  } catch {
    return undefined
  }
}
