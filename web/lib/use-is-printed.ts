import { useSyncExternalStore } from 'react'

let isPrinting = false

/** Browsers count the sheets before they tell media queries; what is emulated, and Safari, tell these alone. */
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

/** Whether the page goes to paper, which has no place to scroll to. */
export function useIsPrinted(): boolean {
  return useSyncExternalStore(subscribe, isPrinted)
}
