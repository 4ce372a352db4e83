import './busy.css'
import { createContext, type ReactNode, useCallback, useContext, useState } from 'react'
import { Mark } from '../page/mark.tsx'
import { WaitingBar } from './waiting-bar.tsx'

type Block = <T>(work: Promise<T>) => Promise<T>

const BusyContext = createContext<Block | undefined>(undefined)

export function useBusy(): Block {
  const block = useContext(BusyContext)
  if (!block) throw new Error('useBusy outside of BusyProvider')
  return block
}

export function BusyProvider({
  label,
  children,
}: {
  readonly label: string
  readonly children: ReactNode
}) {
  const [count, setCount] = useState(0)
  const block = useCallback<Block>(async (work) => {
    setCount((current) => current + 1)
    try {
      return await work
    } finally {
      setCount((current) => current - 1)
    }
  }, [])
  return (
    <BusyContext value={block}>
      {children}
      {count > 0 && <LoadingOverlay label={label} />}
    </BusyContext>
  )
}

export function LoadingOverlay({ label }: { readonly label: string }) {
  return (
    <div className="busy" role="status">
      <Mark />
      <WaitingBar />
      <span className="meta">{label}</span>
    </div>
  )
}
