/** Id of the view that asks the visitor to sign in. Apart from the view, whose parts load later. */
export const VIEW = 'SIWXSignMessage'
