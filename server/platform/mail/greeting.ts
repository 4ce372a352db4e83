export const greetingOf = (name: string): string => `${name} 님, 안녕하세요. / Dear ${name},`
