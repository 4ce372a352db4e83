import { useSyncExternalStore } from 'react'

let isPrinting = false

/** Print events precede media changes; emulation and Safari change only the media query. */
function subscribe(listener: () => void): () => void {
  const list = matchMedia('print')
  const turn = ({ type }: Event) => {
    isPrinting = type === 'beforeprint'
    listener()
  }
  addEventListener('beforeprint', turn)
  addEventListener('afterprint', turn)
  list.addEventListener('change', listener)
  return () => {
    removeEventListener('beforeprint', turn)
    removeEventListener('afterprint', turn)
    list.removeEventListener('change', listener)
  }
}

const isPrinted = (): boolean => isPrinting || matchMedia('print').matches

export function useIsPrinted(): boolean {
  return useSyncExternalStore(subscribe, isPrinted)
}
