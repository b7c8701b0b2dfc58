const TEXT = 'input:not([type=checkbox],[type=radio],[type=button],[type=submit],[type=range]), textarea, select, [contenteditable=""], [contenteditable=true]'

/** Whether the person is in a field that takes text: nothing may take the focus from them there. */
export const personTypes = (page: Document): boolean => page.activeElement?.matches(TEXT) ?? false
