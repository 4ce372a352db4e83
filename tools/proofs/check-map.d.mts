export function checkMap(
  root: string,
  options?: { readonly ran?: boolean },
): { readonly counts: string; readonly faults: readonly string[] }
