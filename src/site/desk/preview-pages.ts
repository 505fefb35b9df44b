/** The pages that the preview offers: those that show facts of the company. */
export const PREVIEW_PAGES = [
  ["/", "Home"],
  ["/about", "About Us"],
  ["/contact", "Contact"],
  ["/book-meeting", "Book a Meeting"],
  ["/situations/foreclosure", "Foreclosure"],
  ["/situations/divorce", "Divorce"],
  ["/situations/inherited-property", "Inherited property"],
  ["/situations/relocation", "Relocation"],
  ["/situations/landlord", "Tired landlord"],
  ["/privacy", "Privacy Policy"],
  ["/privacy/request", "Privacy request"],
  ["/terms", "Terms of Service"],
  ["/accessibility", "Accessibility"],
] as const;
