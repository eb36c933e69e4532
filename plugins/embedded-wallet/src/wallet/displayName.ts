const MAX_LENGTH = 30

/** The name of who signed in: the user name where there is one, else the email, shortened. */
export function authDisplayName({
  userName,
  email,
}: {
  userName?: string | undefined
  email?: string | undefined
}): string {
  const name = userName || email || ''
  return name.length > MAX_LENGTH ? `${name.slice(0, MAX_LENGTH)}...` : name
}
