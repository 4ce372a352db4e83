import type { FastifyRequest } from 'fastify'

/** A closed connection has no address, despite the type. */
export const addressOf = ({ ip }: { readonly ip: FastifyRequest['ip'] | undefined }): string => ip ?? ''
