/**
 * Windows so low that bars which stay on screen would leave too little of the page, such as one of 1,280 × 1,024 pixels at
 * 400 % (WCAG 2.2, success criterion 1.4.10): there they scroll with it.
 */
export const LOW_WINDOW = '@media (max-height: 400px)';
