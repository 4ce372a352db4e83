import { useNavigate } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { LinkNotice } from '../../../features/own-rooms/index.ts'
import { useApp } from '../../use-app.ts'

export function PassedRoom({ passed }: { readonly passed: string }) {
  const { sessions } = useApp()
  const navigate = useNavigate()
  const open = useSyncExternalStore(sessions.subscribe, sessions.all).find(
    ({ roomNo }) => roomNo === passed,
  )
  if (!open) return null
  const goBack = () => {
    sessions.open(open.roomId)
    void navigate({ to: '/' })
  }
  return <LinkNotice onBack={goBack} />
}
