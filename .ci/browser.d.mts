/** The browser to test with, or null where there is none. @throws when `CHROME` names one that cannot be executed */
export function findBrowser(): string | null
