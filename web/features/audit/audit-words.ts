/** `user.rights-changed` for people: 'User rights changed'. */
export function actionWords(action: string): string {
  const words = action.replace(/[.-]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** `customer_id`, `sessionsEnded` for people. */
export const fieldWords = (field: string): string =>
  field
    .replace(/_/g, ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();

/** The areas of the actions, each with its actions, for the filter. */
export function actionChoices(actions: readonly string[]): { value: string; label: string }[] {
  const areas = [...new Set(actions.map((action) => action.split('.')[0] ?? action))];
  return areas.flatMap((area) => {
    const own = actions.filter((action) => action.startsWith(`${area}.`));
    const all = own.length > 1 ? [{ value: area, label: `${actionWords(area)}: all` }] : [];
    return [...all, ...own.map((action) => ({ value: action, label: actionWords(action) }))];
  });
}
